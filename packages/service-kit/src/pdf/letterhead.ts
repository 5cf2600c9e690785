import type { Content } from 'pdfmake/interfaces.js';
import { ACCENT, QUIET } from './look.ts';

/** Whose paper it is, above everything else; nothing when nobody is named. */
export function letterhead(institution: { name: string; lines: string[] } | null): Content[] {
  if (institution === null) return [];
  const { name, lines } = institution;
  return [
    { text: name, color: ACCENT, bold: true, fontSize: 10.5, margin: [0, 0, 0, lines.length > 0 ? 1 : 2] },
    ...lines.map((text, at) => ({
      text,
      color: QUIET,
      fontSize: 8,
      margin: [0, 0, 0, at === lines.length - 1 ? 6 : 0] as [number, number, number, number],
    })),
  ];
}
