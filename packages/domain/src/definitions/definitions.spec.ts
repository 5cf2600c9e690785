import { DEFINITIONS, type DefinedFigure } from './definitions.ts';

const figures = Object.keys(DEFINITIONS) as DefinedFigure[];

describe('the definitions of figures', () => {
  it.each(figures)('of %s say what it is in one or two sentences, and how it is computed', (figure) => {
    const { label, meaning, formula } = DEFINITIONS[figure];
    expect(label).toMatch(/^[A-Z][\w -]+$/);
    expect(meaning.split(/\.(?:\s|$)/).filter(Boolean).length).toBeLessThanOrEqual(2);
    expect(`${meaning}|${formula}`).toMatch(/^[A-Z][^|]*\.\|[A-Z(\d][^|]*\.$/);
    expect(`${meaning}${formula}`).not.toMatch(/undefined|NaN|null|\[object|Infinity|\d\.\d{3,}|\.00/);
  });
});
