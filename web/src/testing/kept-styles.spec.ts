import { jest } from '@jest/globals';
import { keptStyles } from './kept-styles.ts';

describe('the kept styles', () => {
  const compute = jest.fn((element: Element) => window.getComputedStyle(element));
  const styleOf = keptStyles(compute);

  beforeEach(() => {
    document.head.innerHTML = '<style>.away{display:none}.outer{visibility:hidden}</style>';
    document.body.innerHTML = '<p><b>here</b></p>';
    compute.mockClear();
  });
  afterAll(() => {
    document.head.replaceChildren();
    document.body.replaceChildren();
  });

  const bold = () => document.querySelector('b') as HTMLElement;

  it('are computed once while nothing changes', () => {
    expect(styleOf(bold())).toBe(styleOf(bold()));
    expect(compute).toHaveBeenCalledTimes(1);
  });

  it.each<[string, () => void, Partial<CSSStyleDeclaration>]>([
    ['a class', () => bold().classList.add('away'), { display: 'none' }],
    ['a style of its own', () => bold().style.setProperty('display', 'none'), { display: 'none' }],
    ['a class around it', () => bold().parentElement?.classList.add('outer'), { visibility: 'hidden' }],
    [
      'a new style sheet',
      () => document.head.insertAdjacentHTML('beforeend', '<style>b{display:none}</style>'),
      { display: 'none' },
    ],
  ])('follow %s', (_what, change, style) => {
    styleOf(bold());
    change();
    expect(styleOf(bold())).toMatchObject(style);
  });

  it('are not kept of what is outside the document', () => {
    const loose = document.createElement('b');
    styleOf(loose);
    styleOf(loose);
    expect(compute).toHaveBeenCalledTimes(2);
  });
});
