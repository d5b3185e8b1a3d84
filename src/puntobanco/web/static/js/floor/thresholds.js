/** @file From how much on something is an alert: the sheet on which the floor says so. Pure. */
import { t } from "../messages.js";
import { typed } from "./asks.js";
import { field, form, sheet } from "./forms.js";

/** @import { Markup } from "../html.js" */
/** @import { Floor } from "./types.d.ts" */

/** What there is a least of, by the address that sets it. */
export const THRESHOLDS = /** @type {const} */ (["large-win", "late-gain"]);

/** @param {Floor} floor @param {typeof THRESHOLDS[number]} kind */
const stands = (floor, kind) => (kind === "large-win" ? floor.large_win : floor.late_gain);

/** @param {Floor} floor @param {typeof THRESHOLDS[number]} kind @param {Markup | null} told */
export const thresholdSheet = (floor, kind, told) => sheet(t(`floor.threshold.${kind}.title`), form(
  kind, field("amount", t(`floor.threshold.${kind}.label`), { kind: "amount", value: typed(stands(floor, kind), floor.currency.exponent) }), { label: t("floor.change"), primary: true, told },
));
