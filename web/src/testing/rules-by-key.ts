/** What a style sheet says of the elements that a selector without commas finds. */
interface HidingRule {
  selector: string;
  style: CSSStyleDeclaration;
  /** Of two that find an element the later one counts. */
  order: number;
}

/** One way to find an element: `.outer > b:not(.a)`, cut at the last comma or space outside of parentheses. */
const IN_PARENTHESES = /\([^()]*\)/g;
const CLASS = /\.([\w-]+)/;
const TAG = /^[a-z][\w-]*/i;

/**
 * The rules of style sheets, found by the class or the tag that an element must have itself: of the many hundred that a
 * screen brings, half a dozen are then held against an element instead of all.
 */
export class RulesByKey {
  private readonly byKey = new Map<string, HidingRule[]>();
  private order = 0;

  constructor(sheets: readonly CSSStyleSheet[]) {
    for (const sheet of sheets) this.addAll(sheet.cssRules);
  }

  /** In the order in which they count, the last one most. jsdom knows no more of it than that. */
  matching(element: Element): CSSStyleDeclaration[] {
    return ['*', element.localName, ...[...element.classList].map((name) => `.${name}`)]
      .flatMap((key) => this.byKey.get(key) ?? [])
      .filter(({ selector }) => isFoundBy(selector, element))
      .toSorted((a, b) => a.order - b.order)
      .map(({ style }) => style);
  }

  private addAll(rules: CSSRuleList): void {
    for (const rule of rules) {
      // Of media only a screen's, whose size is not asked, as in jsdom.
      if (isOfMedia(rule)) {
        if (Array.from(rule.media).includes('screen')) this.addAll(rule.cssRules);
      } else if ('selectorText' in rule) this.add(rule as CSSStyleRule);
    }
  }

  private add({ selectorText, style }: CSSStyleRule): void {
    for (const selector of partsOf(selectorText, ',')) {
      const key = keyOf(partsOf(selector, ' >+~').at(-1) ?? '');
      const order = this.order++;
      const known = this.byKey.get(key);
      if (known === undefined) this.byKey.set(key, [{ selector, style, order }]);
      else known.push({ selector, style, order });
    }
  }
}

const isOfMedia = (rule: CSSRule): rule is CSSMediaRule => 'media' in rule && 'cssRules' in rule;

/** What jsdom cannot read finds nothing. */
function isFoundBy(selector: string, element: Element): boolean {
  try {
    return element.matches(selector);
  } catch {
    return false;
  }
}

/** What an element must be to be found by the last part of a selector: `.class`, a tag, or `*` for any. */
function keyOf(lastPart: string): string {
  let bare = lastPart;
  while (IN_PARENTHESES.test(bare)) bare = bare.replace(IN_PARENTHESES, '');
  const name = CLASS.exec(bare)?.[1];
  if (name !== undefined) return `.${name}`;
  return TAG.exec(bare)?.[0].toLowerCase() ?? '*';
}

/** Cuts where one of the characters stands outside of parentheses and brackets. */
function partsOf(selector: string, at: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const character of selector) {
    if ('(['.includes(character)) depth += 1;
    if (')]'.includes(character)) depth -= 1;
    if (depth === 0 && at.includes(character)) {
      parts.push(part.trim());
      part = '';
    } else part += character;
  }
  return [...parts, part.trim()].filter((text) => text !== '');
}
