import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { TooltipComponent } from 'echarts/components';
import type { EChartsCoreOption } from 'echarts/core';
import * as echarts from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import core from 'echarts-for-react/lib/core';
import { useRef } from 'react';
import { useReducedMotion } from '../app/use-reduced-motion.ts';
import { useIsPrinting } from '../printing/use-is-printing.ts';
import { useFitToCard } from './use-fit-to-card.ts';
import './chart.css';

// Only what every chart needs: each kind brings its own modules, all of ECharts is more than twice as large.
echarts.use([CanvasRenderer, TooltipComponent]);

// The package is CommonJS: what `default` means depends on who loads it (bundler or Jest).
const EChartsCore = 'default' in core ? (core.default as typeof core) : core;

export interface ChartProps {
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

/** A chart that can be saved as an image, by a real button rather than ECharts' own toolbox. */
export function Chart({ option, height, description, fileName, ground }: ChartProps) {
  const reducedMotion = useReducedMotion();
  // A chart that only begins to be drawn would be empty on paper.
  const isStill = useIsPrinting() || reducedMotion;
  const card = useRef<HTMLDivElement>(null);
  const chart = useRef<InstanceType<typeof core>>(null);
  useFitToCard(card, chart);
  const save = (): void => {
    const link = document.createElement('a');
    link.href =
      chart.current?.getEchartsInstance().getDataURL({ pixelRatio: 2, backgroundColor: ground }) ?? '';
    link.download = `${fileName}.png`;
    link.click();
  };
  return (
    <div className="chart">
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a canvas inside cannot be an img */}
      <div ref={card} role="img" aria-label={description}>
        <EChartsCore
          ref={chart}
          echarts={echarts}
          option={{ ...option, animation: !isStill, animationDuration: 300 }}
          notMerge
          autoResize={false}
          style={{ height }}
        />
      </div>
      <Button
        className="chart-save"
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
