/** @file What the log's own names read like. Pure. */
import { has, t } from "../messages.js";

/** An event's name in words: "RoundSettled" is "Round settled". @param {string} kind */
export function kindWords(kind) {
  const words = kind.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param {string} stream @param {string | null} [name] */
export function streamWords(stream, name = null) {
  const table = stream.startsWith("table:") ? stream.slice("table:".length) : null;
  if (table !== null) return name && name !== table ? t("audit.stream.table.named", { table, name }) : t("audit.stream.table", { table });
  const key = `audit.stream.${stream}`;
  return has(key) ? t(key) : t("audit.stream.other", { stream });
}

/** A moment as the room's clock shows it, to the second. @param {string} time */
export const timeWords = (time) => time.slice(0, 19).replace("T", " ");

/** Whoever acts without a person behind it. */
const ITSELF = new Set(["house", "dealer"]);

/** @param {Map<string, string>} names @param {string} id */
export const nameOf = (names, id) => names.get(id) || (ITSELF.has(id) ? t("audit.by_itself") : id);

/** With the id, by which the log knows him. @param {Map<string, string>} names @param {string} id */
export const personOf = (names, id) => (names.get(id) ? t("audit.person", { name: names.get(id), id }) : nameOf(names, id));
