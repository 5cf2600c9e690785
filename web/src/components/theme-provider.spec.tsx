import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { theme } from 'antd';
import { ThemeModeProvider } from './theme-provider.tsx';

function Motion() {
  const { token } = theme.useToken();
  return <p>{token.motion ? 'moves' : 'is still'}</p>;
}

function mockMedia(media: string | null): void {
  const inTests = window.matchMedia.bind(window);
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => Object.assign(inTests(query), { matches: query === media }));
}

describe('animations', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['moves', 'has no preference', null],
    ['is still', 'prefers reduced motion', '(prefers-reduced-motion: reduce)'],
  ])('animated content %s for a user who %s', (expected, _who, media) => {
    mockMedia(media);
    render(
      <ThemeModeProvider>
        <Motion />
      </ThemeModeProvider>,
    );
    expect(screen.getByText(expected)).toBeVisible();
  });
});
