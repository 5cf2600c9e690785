import type { ChartLook } from './chart-look.ts';

/** Parts that charts with axes share, in the look of the page. */

export function gridWithin({ bottom = 10, top = 36 }: { bottom?: number; top?: number }): object {
  return { left: 0, right: 12, top, bottom, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' };
}

export function legendOf(look: ChartLook): object {
  return {
    left: 0,
    top: 0,
    icon: 'roundRect',
    itemWidth: 14,
    itemHeight: 4,
    textStyle: { color: look.text, fontSize: 13 },
  };
}

export function tooltipOf(look: ChartLook): object {
  return {
    backgroundColor: look.ground,
    borderColor: look.grid,
    textStyle: { color: look.text, fontSize: 13 },
  };
}

export function valueAxis(look: ChartLook, formatter: (value: number) => string): object {
  return {
    type: 'value',
    splitLine: { lineStyle: { color: look.grid } },
    axisLabel: { color: look.text, fontSize: 12, formatter },
  };
}

export function axisOfNames(look: ChartLook, formatter: (name: string) => string) {
  return {
    type: 'category',
    axisLine: { lineStyle: { color: look.grid } },
    axisTick: { show: false },
    axisLabel: { color: look.text, fontSize: 12, hideOverlap: true, formatter },
  };
}

/** Of lines, which begin and end at the ends of the axis: the last name stands within, or it would be cut to another day. */
export function axisOfTimes(look: ChartLook, formatter: (name: string) => string): object {
  const { axisLabel, ...axis } = axisOfNames(look, formatter);
  return { ...axis, boundaryGap: false, axisLabel: { ...axisLabel, alignMaxLabel: 'right' } };
}

/** A slider under the chart, and the wheel with Ctrl, so that the page can still be scrolled over it. */
export function zoomOf(look: ChartLook, formatter: (name: string) => string): object[] {
  return [
    { type: 'inside', zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false },
    {
      type: 'slider',
      height: 20,
      bottom: 8,
      borderColor: look.grid,
      brushSelect: false,
      fillerColor: `${look.credits}22`,
      dataBackground: { lineStyle: { color: look.text, opacity: 0.4 }, areaStyle: { opacity: 0 } },
      selectedDataBackground: { lineStyle: { color: look.credits }, areaStyle: { opacity: 0 } },
      handleStyle: { color: look.ground, borderColor: look.text },
      moveHandleSize: 0,
      labelFormatter: (_index: number, name: string) => formatter(name),
      textStyle: { color: look.text, fontSize: 11 },
    },
  ];
}
