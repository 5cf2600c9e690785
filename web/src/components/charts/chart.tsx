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

/** The library's built-in resizing ignores the first change, such as a window narrowed right after the page opens. */
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
      // The observer also reports the initial size, and a resize would interrupt the animation.
      if (!fits) drawn?.resize({ width: 'auto', height: 'auto' });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [card, chart]);
}

// Each chart registers only its own modules; all of ECharts is more than twice the size.
echarts.use([CanvasRenderer, TooltipComponent]);

// CommonJS: the bundler and Jest interpret `default` differently.
const EChartsCore = 'default' in core ? (core.default as typeof core) : core;

export interface ChartFrame {
  height: number;
  description: string;
  fileName: string;
}

export function Chart({ option, height, description, fileName }: ChartFrame & { option: EChartsCoreOption }) {
  const { container, font } = useChartStyle();
  const reducedMotion = useReducedMotion();
  // An animated chart would print blank.
  const isStill = useIsPrinting() || reducedMotion;
  const card = useRef<HTMLDivElement>(null);
  const chart = useRef<InstanceType<typeof core>>(null);
  useResizeToContainer(card, chart);
  const save = (): void => {
    const link = document.createElement('a');
    link.href = chart.current?.getEchartsInstance().getDataURL({ pixelRatio: 2, backgroundColor: container }) ?? '';
    link.download = `${fileName}.png`;
    link.click();
  };
  return (
    <div className="chart">
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img cannot contain a canvas */}
      <div ref={card} role="img" aria-label={description}>
        <EChartsCore
          ref={chart}
          echarts={echarts}
          option={{ textStyle: { fontFamily: font }, ...option, animation: !isStill, animationDuration: 300 }}
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
