import type { Fact } from '@clearwatch/contracts/ai-reports';
import { formatFact } from '@clearwatch/domain/report-writing/format-fact';
import { Popover } from 'antd';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';

export const FACT_ATTRIBUTE = 'data-fact';

const findFactElement = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(`[${FACT_ATTRIBUTE}]`) : null;

const factElementsIn = (ground: HTMLElement): HTMLElement[] => [
  ...ground.querySelectorAll<HTMLElement>(`[${FACT_ATTRIBUTE}]`),
];

/** Null if the key moves nowhere. */
function nextFactElement(facts: readonly HTMLElement[], from: HTMLElement, key: string): HTMLElement | null {
  const at = facts.indexOf(from);
  if (key === 'ArrowRight' || key === 'ArrowDown') return facts[at + 1] ?? null;
  if (key === 'ArrowLeft' || key === 'ArrowUp') return facts[at - 1] ?? null;
  if (key === 'Home') return facts[0] ?? null;
  return key === 'End' ? (facts.at(-1) ?? null) : null;
}

/** Long enough to move the pointer from the text to the card. */
const HIDE_DELAY_MS = 200;

const CARD_CLASS = 'report-fact-card';

type PointedFact = { fact: Fact; place: { left: number; top: number; width: number; height: number } };

/** A report has hundreds of facts: they share one card and one Tab stop, and the arrow keys move between them. */
export function FactHoverArea({ facts, children }: { facts: readonly Fact[]; children: ReactNode }) {
  const ground = useRef<HTMLDivElement>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [pointed, setPointed] = useState<PointedFact | null>(null);

  // The first fact is the Tab stop until another one has had the focus.
  useLayoutEffect(() => {
    const marks = ground.current === null ? [] : factElementsIn(ground.current);
    if (!marks.some(({ tabIndex }) => tabIndex === 0)) marks[0]?.setAttribute('tabindex', '0');
  });
  useLayoutEffect(() => () => clearTimeout(leaving.current), []);

  const stay = (): void => clearTimeout(leaving.current);
  const leave = (): void => {
    stay();
    leaving.current = setTimeout(() => setPointed(null), HIDE_DELAY_MS);
  };
  const point = (target: EventTarget): void => {
    const mark = findFactElement(target);
    // The card can be read and copied from.
    if (mark === null && target instanceof Element && target.closest(`.${CARD_CLASS}`)) return stay();
    const fact = facts.find(({ id }) => id === mark?.getAttribute(FACT_ATTRIBUTE));
    if (mark === null || fact === undefined || ground.current === null) return;
    stay();
    const outer = ground.current.getBoundingClientRect();
    // Text may wrap: the first line counts.
    const inner = mark.getClientRects()[0] ?? mark.getBoundingClientRect();
    const { width, height } = inner;
    setPointed({ fact, place: { left: inner.left - outer.left, top: inner.top - outer.top, width, height } });
  };
  const focus = (mark: HTMLElement): void => {
    for (const other of ground.current === null ? [] : factElementsIn(ground.current)) other.tabIndex = -1;
    mark.tabIndex = 0;
    mark.focus();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && pointed !== null) {
      event.stopPropagation();
      setPointed(null);
      return;
    }
    const mark = findFactElement(event.target);
    if (mark === null || ground.current === null) return;
    const next = nextFactElement(factElementsIn(ground.current), mark, event.key);
    if (next === null) return;
    event.preventDefault();
    focus(next);
  };
  return (
    // The facts inside are the interactive elements.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={ground}
      className="report-ground"
      onMouseOver={({ target }) => point(target)}
      onMouseLeave={leave}
      onMouseOut={leave}
      onFocus={({ target }) => point(target)}
      onBlur={leave}
      onKeyDown={press}
    >
      {children}
      {pointed !== null && (
        <Popover
          key={`${pointed.place.left} ${pointed.place.top}`}
          open
          placement="top"
          classNames={{ root: CARD_CLASS }}
          getPopupContainer={() => ground.current ?? document.body}
          content={
            <output className="fact-card">
              <strong>{pointed.fact.label}</strong>
              <span className="figures fact-card-value">{formatFact(pointed.fact.value)}</span>
              <span className="quiet fact-card-source">{pointed.fact.source}</span>
              <span className="quiet">Fact {pointed.fact.id}</span>
            </output>
          }
        >
          <span className="report-fact-place" style={pointed.place} aria-hidden />
        </Popover>
      )}
    </div>
  );
}
