import { createElement, type ReactElement, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { lazyPart } from '../../failures/missing-code.ts';
import { SkeletonLines } from '../../panels/skeleton-lines.tsx';
import { SCREENS, type Screen } from '../screens.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';

/** Each screen's code is fetched when it is first opened. */
const ELEMENTS = new Map<string, ReactElement>(
  SCREENS.map(({ path, load }) => [path, createElement(lazyPart(load))]),
);

export function ScreenRoutes({ screens }: { screens: Screen[] }) {
  return (
    <Routes>
      {screens.map(({ path }) => (
        <Route key={path} path={path} element={<LoadedScreen key={path} path={path} />} />
      ))}
      <Route
        path="*"
        element={<NotFoundScreen hidden={SCREENS.filter((screen) => !screens.includes(screen))} />}
      />
    </Routes>
  );
}

function LoadedScreen({ path }: { path: string }) {
  return (
    <ScreenBoundary>
      <Suspense fallback={<SkeletonLines lines={3} height={120} />}>{ELEMENTS.get(path)}</Suspense>
    </ScreenBoundary>
  );
}
