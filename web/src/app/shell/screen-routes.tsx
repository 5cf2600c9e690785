import { createElement, type ReactElement, type ReactNode, Suspense } from 'react';
import { Link, Route, Routes } from 'react-router-dom';
import { ErrorBoundary } from '../../components/error-notices.tsx';
import { PanelEmpty, PartError, SkeletonLines } from '../../components/panel.tsx';
import { lazyComponent, reloadPage } from '../../lib/code-loading.ts';
import { SCREENS, type Screen } from '../screens.ts';

function NotFoundScreen({ hidden }: { hidden: readonly Screen[] }) {
  const more = hidden.map(({ label }) => label).join(' and ');
  return (
    <PanelEmpty text="No screen has this address.">
      {more !== '' && <p className="quiet">{more} are for admins.</p>}
      <Link to="/">Go to the dashboard</Link>
    </PanelEmpty>
  );
}

export function ScreenBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      // A reload, not a second render: cached data may cause the failure.
      renderError={(error) => (
        <PartError what="This screen could not be shown." error={error} onRetry={reloadPage} />
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

const ELEMENTS = new Map<string, ReactElement>(
  SCREENS.map(({ path, load }) => [path, createElement(lazyComponent(load))]),
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
