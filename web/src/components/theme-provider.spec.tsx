import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { theme } from 'antd';
import { ThemeModeProvider } from './theme-provider.tsx';

function Motion() {
  const { token } = theme.useToken();
  return <p>{token.motion ? 'moves' : 'is still'}</p>;
}

function aReaderWho(media: string | null): void {
  const inTests = window.matchMedia.bind(window);
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((asked) => Object.assign(inTests(asked), { matches: asked === media }));
}

describe('what opens and shuts', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['moves', 'has asked for nothing', null],
    ['is still', 'has asked for less motion', '(prefers-reduced-motion: reduce)'],
  ])('%s for a reader who %s', (expected, _who, media) => {
    aReaderWho(media);
    render(
      <ThemeModeProvider>
        <Motion />
      </ThemeModeProvider>,
    );
    expect(screen.getByText(expected)).toBeVisible();
  });
});
