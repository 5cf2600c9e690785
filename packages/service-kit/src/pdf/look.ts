import type { StyleDictionary } from 'pdfmake/interfaces.js';

/** Printed in black and white it must say the same: colour only repeats what a word says. */
export const INK = '#1b2430';
export const QUIET = '#5b6675';
export const ACCENT = '#0f766e';
export const WARNING = '#9f1239';
export const LINE = '#d5dbe1';
export const GROUND = '#f3f6f7';

export const STYLES: StyleDictionary = {
  title: { fontSize: 20, bold: true, color: INK },
  lead: { fontSize: 11, lineHeight: 1.3 },
  section: { fontSize: 11.5, bold: true, color: ACCENT },
  caption: { fontSize: 9, bold: true, color: INK },
  label: { fontSize: 8, color: QUIET },
  column: { fontSize: 8, bold: true, color: QUIET },
  small: { fontSize: 8, color: QUIET },
};
