import { jest } from '@jest/globals';
import { act, render, waitFor } from '@testing-library/react';
import type { EChartsType } from 'echarts/core';
import * as echarts from 'echarts/core';
import { FakeResizeObserver } from '../../testing/browser-fakes.ts';
import BarsChart from './bar-chart.tsx';

const BARS = [{ name: 'PPD', count: 3 }];

function aChart() {
  return (
    <BarsChart
      bars={BARS}
      what="Transactions"
      format={String}
      height={200}
      description="Three PPD transactions."
      fileName="kinds"
    />
  );
}

/** Sets the width of all elements. */
const setWidth = (width: number) => jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
const widthDrawn = () => document.querySelector('canvas')?.style.width;
const theChart = () =>
  echarts.getInstanceByDom(document.querySelector('.echarts-for-react') as HTMLElement) as EChartsType;

describe('chart size', () => {
  afterEach(() => jest.restoreAllMocks());

  it('a chart follows the width of its card, including changes right after rendering', async () => {
    setWidth(800);
    render(aChart());
    await waitFor(() => expect(widthDrawn()).toBe('800px'));
    for (const width of [500, 300, 640]) {
      setWidth(width);
      act(() => FakeResizeObserver.notify());
      await waitFor(() => expect(widthDrawn()).toBe(`${width}px`));
    }
  });

  it('a chart does not resize when its size is unchanged', async () => {
    setWidth(800);
    render(aChart());
    await waitFor(() => expect(widthDrawn()).toBe('800px'));
    const resize = jest.spyOn(theChart(), 'resize');
    act(() => FakeResizeObserver.notify());
    expect(resize).not.toHaveBeenCalled();
  });
});
