import { MUTED, RULE_COLOR, TEXT_COLOR } from '@clearwatch/service-kit/pdf/pdf-layout';

/** Of the letters of the report's type, on average; a name of capitals is wider and is cut a little late. */
const LETTER_WIDTH = 0.55;

/** Distinct in black and white as well: by dash as lines, by shade as bars. */
export const SERIES_LOOKS = [
  { color: '#0f766e', dash: '' },
  { color: '#d97706', dash: '5 2.5' },
  { color: '#334155', dash: '1.5 2' },
  { color: '#a78bfa', dash: '7 2 1.5 2' },
  { color: '#94a3b8', dash: '3 1.5' },
] as const;

export const FONT_SIZE = 7.5;

export function lookOf(series: number): (typeof SERIES_LOOKS)[number] {
  return SERIES_LOOKS[series % SERIES_LOOKS.length] ?? SERIES_LOOKS[0];
}

/** Names come from files: nothing of them is taken for a mark. */
export function escaped(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** As much of a text as is so wide, in points. */
export function fitting(text: string, width: number, fontSize = FONT_SIZE): string {
  const letters = Math.max(1, Math.floor(width / (fontSize * LETTER_WIDTH)));
  return text.length <= letters
    ? text
    : `${text
        .slice(0, letters - 1)
        .toWellFormed()
        .trimEnd()}…`;
}

export function widthOf(text: string, fontSize = FONT_SIZE): number {
  return text.length * fontSize * LETTER_WIDTH;
}

export function svgText(
  text: string,
  place: { x: number; y: number; anchor?: 'start' | 'middle' | 'end'; color?: string },
): string {
  const { x, y, anchor = 'start', color = MUTED } = place;
  return `<text x="${at(x)}" y="${at(y)}" font-family="Roboto" font-size="${FONT_SIZE}" fill="${color}" text-anchor="${anchor}">${escaped(text)}</text>`;
}

export function svgLine(
  from: { x: number; y: number },
  to: { x: number; y: number },
  isZero = false,
): string {
  return `<line x1="${at(from.x)}" y1="${at(from.y)}" x2="${at(to.x)}" y2="${at(to.y)}" stroke="${isZero ? TEXT_COLOR : RULE_COLOR}" stroke-width="${isZero ? 0.7 : 0.5}"/>`;
}

export function svgRect(box: { x: number; y: number; width: number; height: number }, color: string): string {
  return `<rect x="${at(box.x)}" y="${at(box.y)}" width="${at(box.width)}" height="${at(box.height)}" fill="${color}"/>`;
}

/** A hundredth of a point is finer than any printer. */
export function at(points: number): string {
  return String(Math.round(points * 100) / 100);
}
