/** So many figures of an amount may be misread before it is another one. */
const MOST_MISREAD = 2;

/** Whether one amount may have been misread as the other: figures taken for others, or one of them lost. */
export function looksAlike(one: string, other: string): boolean {
  const [shorter = '', longer = ''] = [one, other]
    .map((text) => text.replaceAll(/[\s$,.()-]/g, ''))
    .toSorted((a, b) => a.length - b.length);
  if (shorter.length === longer.length) {
    const misread = shorter.split('').filter((figure, place) => figure !== longer[place]).length;
    return misread <= MOST_MISREAD;
  }
  return longer.split('').some((_, lost) => longer.slice(0, lost) + longer.slice(lost + 1) === shorter);
}
