import type core from 'echarts-for-react/lib/core';
import { type RefObject, useEffect } from 'react';

/**
 * Keeps a chart as large as the card it stands in. The library would do so by itself, but passes over the first change it is
 * told of, which may be that of a window made narrower right after the page was opened.
 */
export function useFitToCard(
  card: RefObject<HTMLElement | null>,
  chart: RefObject<InstanceType<typeof core> | null>,
): void {
  useEffect(() => {
    const { current: element } = card;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      const drawn = chart.current?.getEchartsInstance();
      const fits = drawn?.getWidth() === element.clientWidth && drawn.getHeight() === element.clientHeight;
      // To be drawn anew would cut off the lines that are just growing; and the browser tells of the first size too.
      if (!fits) drawn?.resize({ width: 'auto', height: 'auto' });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [card, chart]);
}
