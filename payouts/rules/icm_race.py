"""Independent chip model for fields of any size, by numerical integration.

The law of Malmuth and Harville is that of a race: player i finishes at a time T_i, exponential with rate s_i (his
stack), and the earliest is ranked first. With q_j = exp(-s_j t) and p_j = 1 - q_j

    E_i = integral over t > 0 of  s_i q_i(t) * sum_k prize_k [z^(k-1)] prod_{j != i} (q_j + p_j z)  dt

The integral is a nested double-exponential trapezoid rule: t = exp(x - exp(-x)), step 1/4 in x, halved until the
estimate of the error is below the tolerance. For each node the inner sum is needed for every i. Players stand in
blocks; the polynomials of the blocks are multiplied up a binary tree and the prizes, as a linear functional on
polynomials, are brought down the tree by correlation with the polynomial of the sibling (the transposed product).
Inside a block: forward prefix polynomials and the backward adjoint, sums and products of non-negative numbers only.
Nothing is ever divided out. Products and correlations of the tree use the FFT: their rounding error is about
1e-15 of the first prize, far below a minor unit.
"""

from dataclasses import dataclass
from math import ceil, exp, log, log2

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

FIRST_STEP = 0.25
MOST_HALVINGS = 9
BLOCK_PLAYERS = 20
# Nodes are handled in groups small enough for their polynomials to stay in the processor's cache.
GROUP_NUMBERS = 60_000
# Doubles cannot show a smaller error than this part of the prize pool.
ROUNDING = 1e-14
# Nodes at which a place that is paid is won with less probability than this add nothing that can be seen.
NEGLIGIBLE = 1e-20


@dataclass(frozen=True)
class Integrated:
    """Equities in the unit of the prizes, the estimate of their greatest error, and whether it met the tolerance."""

    equities: Array
    error: float
    halvings: int
    reached: bool


def integrate(stacks: Array, prizes: Array, tolerance: float) -> Integrated:
    """Equities of all players; `prizes` from first place down, trailing places without a prize left out.

    The error is max(min(d, d*d/d'), |sum of equities - sum of prizes|), where d is the greatest change of the last
    halving and d' that of the one before.
    """
    race = _Race(stacks, prizes)
    tolerance = max(tolerance, ROUNDING * float(prizes.sum()))
    total = race.trapezoid(FIRST_STEP, 0.0)
    step, change, error = FIRST_STEP, None, float("inf")
    for halving in range(1, MOST_HALVINGS + 1):
        refined = (total + race.trapezoid(step, 0.5)) / 2
        step /= 2
        last, change = change, float(np.abs(refined - total).max())
        total = refined
        error = max(_extrapolated(change, last), abs(float(total.sum() - prizes.sum())))
        if error < tolerance:
            return Integrated(total, error, halving, reached=True)
    return Integrated(total, error, MOST_HALVINGS, reached=False)


def _extrapolated(change: float, last: float | None) -> float:
    """Error after a halving that changed the result by `change` when the one before changed it by `last`."""
    return change if not last else min(change, change * change / last)


class _Race:
    """One field and its prizes, laid out as a tree of equal blocks."""

    def __init__(self, stacks: Array, prizes: Array) -> None:
        self.count = len(stacks)
        rates = stacks / stacks.mean()
        self.smallest_rate = float(rates.min())
        self.depth = max(0, ceil(log2(self.count / BLOCK_PLAYERS)))
        self.block = ceil(self.count / 2**self.depth)
        # Places in the tree that nobody holds have rate 0: such a player never finishes and changes nothing.
        self.rates = np.zeros(self.block * 2**self.depth)
        self.rates[: self.count] = rates
        self.prizes = prizes

    def trapezoid(self, step: float, shift: float) -> Array:
        """The trapezoid sum with nodes at (j + shift) * step; shift 0.5 gives the midpoints of shift 0."""
        times, weights = self.nodes(step, shift)
        per_group = max(1, GROUP_NUMBERS // len(self.rates))
        total = np.zeros(len(self.rates))
        for start in range(0, len(times), per_group):
            part = slice(start, start + per_group)
            total += self._sum_over_nodes(times[part], weights[part])
        return step * total[: self.count]

    def nodes(self, step: float, shift: float) -> tuple[Array, Array]:
        """Times and weights dt/dx of the nodes at which something that can be seen happens."""
        low = _left_end(self.count)
        high = log(45.0 / self.smallest_rate) + 1.0
        x = (np.arange(ceil(low / step), ceil(high / step) + 1) + shift) * step
        times = np.exp(x - np.exp(-x))
        kept = self._seen(times)
        return times[kept], (times * (1.0 + np.exp(-x)))[kept]

    def _seen(self, times: Array) -> npt.NDArray[np.bool_]:
        """Nodes at which the chance that fewer than K of the others have finished is not negligible.

        Chernoff: P(X <= k) <= exp(-m) (e m / k)^k for a sum X of independent indicators with mean m > k.
        """
        paid = len(self.prizes)
        mean = -np.expm1(-times[:, None] * self.rates[None, :]).sum(axis=1) - 1.0
        above = np.maximum(mean, paid)
        return -above + paid * (1.0 + np.log(above / paid)) > log(NEGLIGIBLE)

    def _sum_over_nodes(self, times: Array, weights: Array) -> Array:
        exponents = times[:, None] * self.rates
        q, p = np.exp(-exponents), -np.expm1(-exponents)
        values = self._values(q, p)
        values *= q
        values *= self.rates
        return weights @ values

    def _values(self, q: Array, p: Array) -> Array:
        """sum_k prize_k [z^(k-1)] prod_{j != i} (q_j + p_j z) for every node and player, shape (nodes, players)."""
        nodes = len(q)
        blocks = 2**self.depth
        by_member = (nodes * blocks, self.block)
        q = np.ascontiguousarray(q.reshape(by_member).T)
        p = np.ascontiguousarray(p.reshape(by_member).T)
        prefixes = _prefixes(q, p)
        whole = np.ascontiguousarray(_times_factor(prefixes[-1], q[-1], p[-1]).T)
        functional = self._functionals(whole.reshape(nodes, blocks, self.block + 1))
        values = _adjoint(prefixes, np.ascontiguousarray(functional.reshape(by_member).T), q, p)
        return np.ascontiguousarray(values.T).reshape(nodes, -1)

    def _functionals(self, polynomials: Array) -> Array:
        """The prizes as functionals on the polynomials of the blocks, all other blocks multiplied in."""
        spectra: list[npt.NDArray[np.complex128]] = []
        for _level in range(self.depth):
            spectrum, polynomials = _multiply_pairs(polynomials)
            spectra.append(spectrum)
        size = len(self.rates)
        functional = np.zeros((len(polynomials), 1, size))
        paid = min(size, len(self.prizes))
        functional[:, 0, :paid] = self.prizes[:paid]
        while spectra:
            functional = _bring_down(functional, spectra.pop())
        return functional


def _left_end(count: int) -> float:
    """The x below which even all players together have no chance of having finished: count * t(x) < 1e-18."""
    x = -1.0
    while count * exp(x - exp(-x)) >= 1e-18:
        x -= FIRST_STEP
    return x


def _times_factor(polynomials: Array, q: Array, p: Array) -> Array:
    """Multiply polynomials, coefficients along axis 0, by q + p z."""
    product = np.empty((len(polynomials) + 1, polynomials.shape[1]))
    np.multiply(polynomials, q, out=product[:-1])
    product[-1] = 0.0
    product[1:] += polynomials * p
    return product


def _prefixes(q: Array, p: Array) -> list[Array]:
    """Products of the factors before each member of a block; q and p have shape (members, columns)."""
    prefixes = [np.ones((1, q.shape[1]))]
    for member in range(len(q) - 1):
        prefixes.append(_times_factor(prefixes[-1], q[member], p[member]))
    return prefixes


def _adjoint(prefixes: list[Array], functional: Array, q: Array, p: Array) -> Array:
    """Value of the functional on the product of all factors of a block but one, for each member.

    `functional` has one row for each coefficient. From the last member to the first his factor is moved out of the
    polynomial into the functional: B_k becomes q B_k + p B_(k+1).
    """
    values = np.empty_like(q)
    for member in range(len(q) - 1, -1, -1):
        np.einsum("kc,kc->c", prefixes[member], functional, out=values[member])
        functional = q[member] * functional[:-1] + p[member] * functional[1:]
    return values


def _multiply_pairs(polynomials: Array) -> tuple[npt.NDArray[np.complex128], Array]:
    """Multiply neighbours; shape (nodes, vertices, degree + 1). Gives the spectra of the factors and the products.

    The transform is one shorter than the product: its highest coefficient falls on the lowest and is taken off.
    """
    size = 2 * (polynomials.shape[2] - 1)
    spectrum = np.fft.rfft(polynomials, size)
    highest = polynomials[:, 0::2, -1] * polynomials[:, 1::2, -1]
    product = np.empty((len(polynomials), polynomials.shape[1] // 2, size + 1))
    product[:, :, :size] = np.fft.irfft(spectrum[:, 0::2] * spectrum[:, 1::2], size)
    product[:, :, 0] -= highest
    product[:, :, size] = highest
    return spectrum, np.maximum(product, 0.0, out=product)


def _bring_down(functional: Array, spectrum: npt.NDArray[np.complex128]) -> Array:
    """From the functional of each vertex to those of its two children: correlate with the sibling's polynomial."""
    size = functional.shape[2]
    above = np.conj(np.fft.rfft(functional, size))
    children = np.empty_like(spectrum)
    np.multiply(spectrum[:, 1::2], above, out=children[:, 0::2])
    np.multiply(spectrum[:, 0::2], above, out=children[:, 1::2])
    return np.fft.irfft(np.conj(children, out=children), size)[:, :, : size // 2]


def integrate_places(stacks: Array, tolerance: float) -> Array:
    """Chance of each player (row) to take each place (column); n * n numbers for each node, so for small fields.

    Here the polynomials of the others are wanted whole: prefix times suffix, never a factor divided out.
    """
    count = len(stacks)
    race = _Race(stacks, np.ones(count))
    total = _place_sums(race, FIRST_STEP, 0.0)
    step = FIRST_STEP
    for _halving in range(MOST_HALVINGS):
        refined = (total + _place_sums(race, step, 0.5)) / 2
        step /= 2
        change = float(np.abs(refined - total).max())
        total = refined
        if change < tolerance:
            break
    return total


def _place_sums(race: _Race, step: float, shift: float) -> Array:
    times, weights = race.nodes(step, shift)
    total = np.zeros((race.count, race.count))
    per_group = max(1, GROUP_NUMBERS // race.count**2)
    for start in range(0, len(times), per_group):
        part = slice(start, start + per_group)
        total += _places_of_nodes(race.rates[: race.count], times[part], weights[part])
    return step * total


def _places_of_nodes(rates: Array, times: Array, weights: Array) -> Array:
    exponents = rates[:, None] * times
    q, p = np.exp(-exponents), -np.expm1(-exponents)
    before = _padded(_prefixes(q, p))
    after = _padded(_prefixes(q[::-1], p[::-1]))[::-1]
    size = len(rates)
    others = np.fft.irfft(np.fft.rfft(before, axis=1) * np.fft.rfft(after, axis=1), size, axis=1)
    chances: Array = np.einsum("ikc,ic->ik", np.maximum(others, 0.0), weights * q * rates[:, None])
    return chances


def _padded(prefixes: list[Array]) -> Array:
    """Prefix polynomials of degree 0 to n - 1 in one array (member, coefficient, column)."""
    padded = np.zeros((len(prefixes), len(prefixes), prefixes[0].shape[1]))
    for member, prefix in enumerate(prefixes):
        padded[member, : len(prefix)] = prefix
    return padded
