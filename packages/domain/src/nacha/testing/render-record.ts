import { fieldOf, type Layout } from '../layouts/layout.ts';

/** A record of 94 columns: digits to the right of zeros, text to the left of blanks, what is not given is empty. */
export function renderRecord(layout: Layout, values: Readonly<Record<string, string>>): string {
  for (const name of Object.keys(values)) fieldOf(layout, name);
  return layout.fields
    .map(({ name, from, to, kind }) => {
      const width = to - from + 1;
      const value = values[name] ?? '';
      if (value.length > width) throw new RangeError(`${name} has ${width} columns`);
      return kind === 'digits' || kind === 'flag' ? value.padStart(width, '0') : value.padEnd(width);
    })
    .join('');
}
