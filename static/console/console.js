// The console's script: small modules around htmx. Pages work as plain forms without it.
import { startActs } from "./acts.js";
import { startCalls } from "./call.js";
import { startClocks } from "./clock.js";
import { startDialogs } from "./dialogs.js";
import { startForms } from "./forms.js";
import { startKeys } from "./keys.js";
import { startLive } from "./live.js";
import { startPickers } from "./picker.js";
import { startTheme } from "./theme.js";
import { startToasts } from "./toasts.js";

startTheme();
startToasts();
startDialogs();
startForms();
startActs();
startLive();
startClocks();
startPickers();
startKeys();
startCalls();
