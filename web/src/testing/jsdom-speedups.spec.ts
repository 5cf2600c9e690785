import { screen } from '@testing-library/react';

/** The stack of the error, which is what Jest prints: message and location. */
const reportOf = async (failing: () => unknown): Promise<string> => {
  try {
    await failing();
  } catch (error) {
    return error instanceof Error ? (error.stack ?? '') : String(error);
  }
  return '';
};

describe('failed query errors', () => {
  beforeEach(() => {
    document.body.innerHTML = '<p>something else</p>';
  });
  afterEach(() => {
    document.body.replaceChildren();
  });

  it('the error of a failed DOM query contains the document', async () => {
    expect(await reportOf(() => screen.getByText('this'))).toContain('something else');
  });

  it('the error of a failed DOM query contains the document once after retries', async () => {
    const report = await reportOf(() => screen.findByText('this', {}, { timeout: 60 }));
    expect(report).toContain('Unable to find an element with the text: this');
    expect(report.split('something else')).toHaveLength(2);
  });
});

function aPage(css: string, html: string): HTMLElement {
  const style = document.createElement('style');
  style.innerHTML = css;
  document.head.append(style);
  document.body.innerHTML = html;
  return document.querySelector<HTMLElement>('.it') ?? document.body;
}

describe('reduced style sheets', () => {
  it.each([
    ['display', ':where(.a).it{color:red;display:none}'],
    ['visibility', '.outer{visibility:hidden;margin:0}'],
    ['opacity', '.outer .it{top:1px;opacity:0}'],
    ['a later rule', '.it{display:block}.outer .it{margin:0;display:none;}'],
  ])('reduced style sheets still hide invisible elements: %s', (_what, css) => {
    expect(aPage(css, '<p class="outer"><b class="a it">here</b></p>')).not.toBeVisible();
  });

  it('reduced style sheets still show elements that a later rule makes visible', () => {
    expect(aPage('.it{display:none}.a.it{display:flex}', '<b class="a it">here</b>')).toBeVisible();
  });

  it('reduced style sheets keep pointer-events and drop colors', () => {
    const it = aPage('.it{color:rgb(1, 2, 3);pointer-events:none}', '<b class="it">here</b>');
    expect(getComputedStyle(it).pointerEvents).toBe('none');
    expect(getComputedStyle(it).color).not.toBe('rgb(1, 2, 3)');
  });

  afterEach(() => {
    document.head.replaceChildren();
    document.body.replaceChildren();
  });
});

describe('a live list of elements', () => {
  beforeEach(() => {
    document.body.innerHTML = '<i id="a"></i><i name="b"></i>';
  });
  afterEach(() => {
    document.body.replaceChildren();
  });

  it('a live list of elements updates with the document and finds elements by name', () => {
    const list = document.getElementsByTagName('i');
    expect(list).toHaveLength(2);
    document.body.append(document.createElement('i'));
    expect(list).toHaveLength(3);
    expect([...list].map(({ id }) => id)).toEqual(['a', '', '']);
    expect(list.namedItem('b')).toBe(list[1]);
    expect(list.namedItem('c')).toBeNull();
  });
});

/** Covers the selector types: ancestors, siblings, negation, position and attributes. */
const SHEETS = `
  .away{display:none} .outer{visibility:hidden} .outer .seen{visibility:visible} b{opacity:0.5}
  .a:not(.b),.c > .d{pointer-events:none} :where(.x).y{display:flex} .y.z{display:grid} *.q{opacity:0}
  [data-on]{display:inline-flex} .e:first-child{display:none} p + .f{visibility:collapse}
  @media screen{.g{display:none}} @media (max-width:1px){.h{display:none}}
  @keyframes fade{from{opacity:0}to{opacity:1}} .i::before{display:none} .j:not(.k,.l){opacity:0.1}
`;
const PAGE = `
  <div class="outer"><p><b>in</b><i class="seen">seen</i></p><p class="f">after</p></div>
  <div class="a"><span>inert</span></div><div class="a b"><span>active</span></div>
  <div class="c"><div class="d"><u>inert</u></div></div><ul><li class="e">first</li><li class="e">second</li></ul>
  <div class="x y">flex</div><div class="y z x">grid</div><em class="q">clear</em><em data-on>on</em>
  <div class="g">screen</div><div class="h">small</div><div class="i">i</div><div class="j">j</div><div class="j k">k</div>
  <input type="hidden"><input type="text"><details><summary>s</summary>d</details>
  <dialog>shut</dialog><dialog open>open</dialog><section hidden>hidden</section>
  <table><tbody><tr><td>1</td></tr></tbody></table><svg><title>t</title><g class="away"></g></svg>
  <div style="display:none;margin-top:3px">own</div><div class="away" style="display:block">shown</div>
`;
const ASKED = ['display', 'visibility', 'opacity', 'pointer-events', 'margin-top'];

const answersOf = (ask: (element: Element) => CSSStyleDeclaration, element: Element) => [
  element.outerHTML,
  ...ASKED.map((name) => ask(element).getPropertyValue(name)),
];
const bold = () => document.querySelector('b') as HTMLElement;

describe('fast getComputedStyle', () => {
  beforeEach(() => {
    document.head.innerHTML = `<style>${SHEETS}</style>`;
    document.body.innerHTML = PAGE;
  });
  afterEach(() => {
    document.head.replaceChildren();
    document.body.replaceChildren();
  });

  it('the fast getComputedStyle gives the same styles as jsdom', () => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const jsdom = frame.contentWindow as Window & typeof globalThis;
    const inBrowser = (element: Element) => jsdom.getComputedStyle(element);
    for (const element of document.querySelectorAll('body *')) {
      expect(answersOf(getComputedStyle, element)).toEqual(answersOf(inBrowser, element));
    }
    expect(new Set([...document.querySelectorAll('*')].map((one) => getComputedStyle(one).display)).size).toBe(12);
  });

  it.each<[string, () => void, Partial<CSSStyleDeclaration>]>([
    ['a class', () => bold().classList.add('away'), { display: 'none' }],
    ['an inline style', () => bold().style.setProperty('display', 'none'), { display: 'none' }],
    ['a class of an ancestor', () => bold().closest('.outer')?.classList.remove('outer'), { visibility: 'visible' }],
    [
      'a new style sheet',
      () => document.head.insertAdjacentHTML('beforeend', '<style>b{pointer-events:none}</style>'),
      { pointerEvents: 'none' },
    ],
    [
      'a rewritten style sheet',
      () => Object.assign(document.querySelector('style') ?? {}, { innerHTML: 'b{display:grid}' }),
      { display: 'grid', visibility: 'visible', opacity: '' },
    ],
  ])('the fast getComputedStyle reflects %s', (_what, change, expected) => {
    const before = getComputedStyle(bold());
    expect([before.display, before.visibility, before.opacity]).toEqual(['', 'hidden', '0.5']);
    change();
    for (const [name, value] of Object.entries(expected)) {
      expect([name, Reflect.get(getComputedStyle(bold()), name)]).toEqual([name, value]);
    }
  });

  it('the fast getComputedStyle reflects changes of a detached element', () => {
    const loose = document.createElement('b');
    expect(getComputedStyle(loose).display).not.toBe('none');
    loose.className = 'away';
    expect(getComputedStyle(loose).display).toBe('none');
  });
});
