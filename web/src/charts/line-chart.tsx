import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { LineChart as LineSeries } from 'echarts/charts';
import {
  DataZoomInsideComponent,
  DataZoomSliderComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
} from 'echarts/components';
import type { EChartsCoreOption } from 'echarts/core';
import * as echarts from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import core from 'echarts-for-react/lib/core';
import { useRef } from 'react';
import { useReducedMotion } from '../app/use-reduced-motion.ts';
import './line-chart.css';

// Only what a line chart needs: all of ECharts is twice this.
echarts.use([
  CanvasRenderer,
  DataZoomInsideComponent,
  DataZoomSliderComponent,
  GridComponent,
  LegendComponent,
  LineSeries,
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
  /** Name of the saved image, without its ending. */
  fileName: string;
  /** Ground of the saved image; the chart itself is transparent. */
  ground: string;
}

/** A line chart that can be saved as an image, by a real button rather than ECharts' own toolbox. */
export function LineChart({ option, height, description, fileName, ground }: LineChartProps) {
  const reducedMotion = useReducedMotion();
  const chart = useRef<InstanceType<typeof core>>(null);
  const save = (): void => {
    const link = document.createElement('a');
    link.href =
      chart.current?.getEchartsInstance().getDataURL({ pixelRatio: 2, backgroundColor: ground }) ?? '';
    link.download = `${fileName}.png`;
    link.click();
  };
  return (
    <div className="line-chart">
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a canvas inside cannot be an img */}
      <div role="img" aria-label={description}>
        <EChartsCore
          ref={chart}
          echarts={echarts}
          option={{ ...option, animation: !reducedMotion, animationDuration: 300 }}
          notMerge
          style={{ height }}
        />
      </div>
      <Button
        className="line-chart-save"
        type="text"
        size="small"
        icon={<DownloadOutlined aria-hidden />}
        aria-label="Save as image"
        title="Save as image"
        onClick={save}
      />
    </div>
  );
}
