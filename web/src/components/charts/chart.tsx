import '../components.css';
import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { TooltipComponent } from 'echarts/components';
import type { EChartsCoreOption } from 'echarts/core';
import * as echarts from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import core from 'echarts-for-react/lib/core';
import { type RefObject, useEffect, useRef } from 'react';
import { useIsPrinting, useReducedMotion } from '../../lib/browser-state.ts';
import { useChartStyle } from './chart-style.ts';

/**
 * Keeps a chart as large as the card it stands in. The library would do so by itself, but passes over the first change it is
 * told of, which may be that of a window made narrower right after the page was opened.
 */
function useResizeToContainer(
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

// Only what every chart needs: each kind brings its own modules, all of ECharts is more than twice as large.
echarts.use([CanvasRenderer, TooltipComponent]);

// The package is CommonJS: what `default` means depends on who loads it (bundler or Jest).
const EChartsCore = 'default' in core ? (core.default as typeof core) : core;

export interface ChartFrame {
  /** Pixels. */
  height: number;
  /** What screen readers say in place of the chart. */
  description: string;
  /** Name of the saved image, without its ending. */
  fileName: string;
}

/** A chart that can be saved as an image, by a real button rather than ECharts' own toolbox. */
export function Chart({ option, height, description, fileName }: ChartFrame & { option: EChartsCoreOption }) {
  const { container } = useChartStyle();
  const reducedMotion = useReducedMotion();
  // A chart that only begins to be drawn would be empty on paper.
  const isStill = useIsPrinting() || reducedMotion;
  const card = useRef<HTMLDivElement>(null);
  const chart = useRef<InstanceType<typeof core>>(null);
  useResizeToContainer(card, chart);
  const save = (): void => {
    const link = document.createElement('a');
    link.href =
      chart.current?.getEchartsInstance().getDataURL({ pixelRatio: 2, backgroundColor: container }) ?? '';
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
