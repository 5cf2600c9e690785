import type { Fact } from '@clearwatch/contracts/ai-reports';
import { Popover } from 'antd';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { FactCard } from './fact-card.tsx';
import { FACT_ATTRIBUTE, factMarkAt, factMarksIn, markAfter } from './fact-marks.ts';

/** Long enough to move the pointer from the words to the card. */
const LINGER_MS = 200;

const CARD_CLASS = 'report-fact-card';

interface Pointed {
  fact: Fact;
  /** Where its words stand within the ground, in pixels. */
  place: { left: number; top: number; width: number; height: number };
}

interface FactGroundProps {
  facts: readonly Fact[];
  children: ReactNode;
}

/**
 * The text of a report, in which whatever states a fact shows it when it is pointed at or has the focus. A report has
 * hundreds of them: they share one card, and are one stop of the tab key, between which the arrow keys move.
 */
export function FactGround({ facts, children }: FactGroundProps) {
  const ground = useRef<HTMLDivElement>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [pointed, setPointed] = useState<Pointed | null>(null);

  // The first mark is the stop of the tab key until another one has had the focus.
  useLayoutEffect(() => {
    const marks = ground.current === null ? [] : factMarksIn(ground.current);
    if (!marks.some(({ tabIndex }) => tabIndex === 0)) marks[0]?.setAttribute('tabindex', '0');
  });
  useLayoutEffect(() => () => clearTimeout(leaving.current), []);

  const stay = (): void => clearTimeout(leaving.current);
  const leave = (): void => {
    stay();
    leaving.current = setTimeout(() => setPointed(null), LINGER_MS);
  };
  const point = (target: EventTarget): void => {
    const mark = factMarkAt(target);
    // From the words to their card: it can be read, and copied from.
    if (mark === null && target instanceof Element && target.closest(`.${CARD_CLASS}`)) return stay();
    const fact = facts.find(({ id }) => id === mark?.getAttribute(FACT_ATTRIBUTE));
    if (mark === null || fact === undefined || ground.current === null) return;
    stay();
    const outer = ground.current.getBoundingClientRect();
    // Words may go over two lines: the first one is pointed at.
    const inner = mark.getClientRects()[0] ?? mark.getBoundingClientRect();
    const { width, height } = inner;
    setPointed({ fact, place: { left: inner.left - outer.left, top: inner.top - outer.top, width, height } });
  };
  const focus = (mark: HTMLElement): void => {
    for (const other of ground.current === null ? [] : factMarksIn(ground.current)) other.tabIndex = -1;
    mark.tabIndex = 0;
    mark.focus();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && pointed !== null) {
      event.stopPropagation();
      setPointed(null);
      return;
    }
    const mark = factMarkAt(event.target);
    if (mark === null || ground.current === null) return;
    const next = markAfter(factMarksIn(ground.current), mark, event.key);
    if (next === null) return;
    event.preventDefault();
    focus(next);
  };
  return (
    // What is pointed at are the words inside; here is only where they are heard.
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
          content={<FactCard fact={pointed.fact} />}
        >
          <span className="report-fact-place" style={pointed.place} aria-hidden />
        </Popover>
      )}
    </div>
  );
}
