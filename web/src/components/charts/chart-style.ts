import { theme } from 'antd';
import { useMemo } from 'react';
import { PALETTES, useThemeMode } from '../theme-provider.tsx';

/** A canvas does not inherit colors and fonts from the page. */
export type ChartStyle = ReturnType<typeof useChartStyle>;

export function useChartStyle() {
  const { mode } = useThemeMode();
  const { token } = theme.useToken();
  return useMemo(
    () => ({
      credits: PALETTES[mode].credits,
      debits: PALETTES[mode].debits,
      mark: token.colorWarning,
      font: token.fontFamily,
      text: token.colorTextSecondary,
      grid: token.colorBorderSecondary,
      ground: token.colorBgElevated,
      container: token.colorBgContainer,
    }),
    [mode, token],
  );
}

export function chartGrid({ bottom = 10, top = 36 }: { bottom?: number; top?: number }): object {
  return { left: 0, right: 12, top, bottom, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' };
}

export function chartLegend(look: ChartStyle): object {
  return {
    left: 0,
    top: 0,
    icon: 'roundRect',
    itemWidth: 14,
    itemHeight: 4,
    textStyle: { color: look.text, fontSize: 13 },
  };
}

export function chartTooltip(look: ChartStyle): object {
  return {
    backgroundColor: look.ground,
    borderColor: look.grid,
    textStyle: { color: look.text, fontSize: 13 },
  };
}

export function valueAxis(look: ChartStyle, formatter: (value: number) => string): object {
  return {
    type: 'value',
    splitLine: { lineStyle: { color: look.grid } },
    axisLabel: { color: look.text, fontSize: 12, formatter },
  };
}

export function categoryAxis(look: ChartStyle, formatter: (name: string) => string) {
  return {
    type: 'category',
    axisLine: { lineStyle: { color: look.grid } },
    axisTick: { show: false },
    axisLabel: { color: look.text, fontSize: 12, hideOverlap: true, formatter },
  };
}

/** Lines extend to the ends of the axis. The last label is right-aligned; otherwise it would be cut off. */
export function timeAxis(look: ChartStyle, formatter: (name: string) => string): object {
  const { axisLabel, ...axis } = categoryAxis(look, formatter);
  return { ...axis, boundaryGap: false, axisLabel: { ...axisLabel, alignMaxLabel: 'right' } };
}

/** Wheel zoom requires Ctrl, so that the page can still be scrolled. */
export function zoomControls(look: ChartStyle, formatter: (name: string) => string): object[] {
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
