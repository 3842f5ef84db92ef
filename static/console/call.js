// "Clock!": 25 seconds for a player to act, then 5 counted aloud. Runs on this phone only; nothing is stored.

const run = { started: 0, timer: null };

function show(box) {
  const seconds = Number(box.dataset.callSeconds) + Number(box.dataset.callMore);
  const gone = (performance.now() - run.started) / 1000;
  const left = Math.max(0, seconds - gone);
  box.querySelector("[data-call-left]").textContent = String(Math.ceil(left));
  box.querySelector("[data-call-gone]").setAttribute("width", String(Math.round((300 * Math.min(gone, seconds)) / seconds)));
  box.classList.toggle("is-over", left <= Number(box.dataset.callMore));
  if (left === 0) clearInterval(run.timer);
}

function start(box) {
  clearInterval(run.timer);
  run.started = performance.now();
  box.hidden = false;
  run.timer = setInterval(() => show(box), 200);
  show(box);
}

function stop(box) {
  clearInterval(run.timer);
  box.hidden = true;
}

export function startCalls() {
  document.addEventListener("click", (event) => {
    const box = document.querySelector("[data-call]");
    if (!box) return;
    if (event.target.closest("[data-call-start]")) start(box);
    if (event.target.closest("[data-call-stop]")) stop(box);
  });
}
