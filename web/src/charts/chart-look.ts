import { theme } from 'antd';
import { useMemo } from 'react';
import { PALETTES } from '../app/theme.ts';
import { useThemeMode } from '../app/theme-mode.tsx';

/** Colours and font of a chart: a canvas inherits neither from the page. */
export interface ChartLook {
  font: string;
  credits: string;
  debits: string;
  /** What the eye is led to. */
  mark: string;
  text: string;
  grid: string;
  /** Of tooltips. */
  ground: string;
  /** Of the panel around the chart. */
  container: string;
}

export function useChartLook(): ChartLook {
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
