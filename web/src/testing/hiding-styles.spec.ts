function aPage(css: string, html: string): HTMLElement {
  const style = document.createElement('style');
  style.innerHTML = css;
  document.head.append(style);
  document.body.innerHTML = html;
  return document.querySelector<HTMLElement>('.it') ?? document.body;
}

describe('the styles of these tests', () => {
  it.each([
    ['display', ':where(.a).it{color:red;display:none}'],
    ['visibility', '.outer{visibility:hidden;margin:0}'],
    ['opacity', '.outer .it{top:1px;opacity:0}'],
    ['a later rule', '.it{display:block}.outer .it{margin:0;display:none;}'],
  ])('still hide what a person would not see: %s', (_what, css) => {
    expect(aPage(css, '<p class="outer"><b class="a it">here</b></p>')).not.toBeVisible();
  });

  it('still show what a later rule shows', () => {
    expect(aPage('.it{display:none}.a.it{display:flex}', '<b class="a it">here</b>')).toBeVisible();
  });

  it('still make deaf to the pointer, and leave colours out', () => {
    const it = aPage('.it{color:rgb(1, 2, 3);pointer-events:none}', '<b class="it">here</b>');
    expect(getComputedStyle(it).pointerEvents).toBe('none');
    expect(getComputedStyle(it).color).not.toBe('rgb(1, 2, 3)');
  });

  afterEach(() => {
    document.head.replaceChildren();
    document.body.replaceChildren();
  });
});
