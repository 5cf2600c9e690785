import type { AccountDay } from '@clearwatch/contracts/alerts.dto';
import { epochDay } from '@clearwatch/domain/calendar/day';
import { parseCents } from '@clearwatch/domain/money/cents';
import { ACCENT, BACKGROUND, MUTED, RULE_COLOR } from '@clearwatch/service-kit/pdf/pdf-layout';
import type { CanvasElement } from 'pdfmake/interfaces.js';

/** Points. */
const HALF_HEIGHT = 38;
const LEAST_BAR = 1;
const WIDEST_BAR = 6;
/** Of the width of a day. */
const BAR_SHARE = 0.75;

export interface Stretch {
  firstDay: string;
  lastDay: string;
}

/**
 * Days of an account as bars, credits above the line and debits below it, on one scale; the days of the pattern lie on a
 * ground of their own. Points from the left upper corner.
 */
export function dayBars(
  { firstDay, lastDay, days }: Stretch & { days: readonly AccountDay[] },
  { width, window }: { width: number; window: Stretch },
): CanvasElement[] {
  const first = epochDay(firstDay);
  const step = width / (epochDay(lastDay) - first + 1);
  const placeOf = (day: string) => (epochDay(day) - first) * step;
  const largest = largestOf(days);
  const barWidth = Math.min(WIDEST_BAR, Math.max(LEAST_BAR, step * BAR_SHARE));
  const bars = days.flatMap(({ day, credits, debits }) => {
    const x = placeOf(day) + (step - barWidth) / 2;
    const [up, down] = [credits, debits].map((amount) => heightOf(amount, largest));
    return [
      ...bar({ x, y: HALF_HEIGHT - (up ?? 0), w: barWidth, h: up ?? 0, color: ACCENT }),
      ...bar({ x, y: HALF_HEIGHT, w: barWidth, h: down ?? 0, color: MUTED }),
    ];
  });
  return [
    {
      type: 'rect',
      x: placeOf(window.firstDay),
      y: 0,
      w: placeOf(window.lastDay) - placeOf(window.firstDay) + step,
      h: 2 * HALF_HEIGHT,
      color: BACKGROUND,
    },
    ...bars,
    {
      type: 'line',
      x1: 0,
      y1: HALF_HEIGHT,
      x2: width,
      y2: HALF_HEIGHT,
      lineWidth: 0.5,
      lineColor: RULE_COLOR,
    },
  ];
}

/** The largest credit or debit of a day, in cents; never zero, so that it can be divided by. */
export function largestOf(days: readonly AccountDay[]): number {
  return Math.max(1, ...days.flatMap(({ credits, debits }) => [parseCents(credits), parseCents(debits)]));
}

/** However small beside the largest, money is seen. */
function heightOf(amount: string, largest: number): number {
  const cents = parseCents(amount);
  return cents === 0 ? 0 : Math.max(LEAST_BAR, (HALF_HEIGHT * cents) / largest);
}

function bar(shape: { x: number; y: number; w: number; h: number; color: string }): CanvasElement[] {
  return shape.h === 0 ? [] : [{ type: 'rect', ...shape }];
}
