import { LineChart as LineSeries } from 'echarts/charts';
import {
  DataZoomInsideComponent,
  DataZoomSliderComponent,
  GridComponent,
  LegendComponent,
  ToolboxComponent,
  TooltipComponent,
} from 'echarts/components';
import type { EChartsCoreOption } from 'echarts/core';
import * as echarts from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import core from 'echarts-for-react/lib/core';
import { useReducedMotion } from './use-reduced-motion.ts';

// Only what a line chart needs: all of ECharts is three times this.
echarts.use([
  CanvasRenderer,
  DataZoomInsideComponent,
  DataZoomSliderComponent,
  GridComponent,
  LegendComponent,
  LineSeries,
  ToolboxComponent,
  TooltipComponent,
]);

// The package is CommonJS: what `default` means depends on who loads it (bundler or Jest).
const EChartsCore = 'default' in core ? (core.default as typeof core) : core;

interface LineChartProps {
  option: EChartsCoreOption;
  /** Pixels. */
  height: number;
  /** What a person who cannot see the chart is told. */
  description: string;
}

export function LineChart({ option, height, description }: LineChartProps) {
  const reducedMotion = useReducedMotion();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a canvas inside cannot be an img
    <div role="img" aria-label={description}>
      <EChartsCore
        echarts={echarts}
        option={{ ...option, animation: !reducedMotion, animationDuration: 300 }}
        notMerge
        style={{ height }}
      />
    </div>
  );
}
