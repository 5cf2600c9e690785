import { createElement, type ReactElement, type ReactNode, Suspense } from 'react';
import { Link, Route, Routes } from 'react-router-dom';
import { ErrorBoundary } from '../../components/error-notices.tsx';
import { PanelEmpty, PartError, SkeletonLines } from '../../components/panel.tsx';
import { lazyComponent, reloadPage } from '../../lib/code-loading.ts';
import { SCREENS, type Screen } from '../screens.ts';

export function ScreenBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      // A reload, not a second render: cached data may have caused the failure.
      renderError={(error) => <PartError what="This screen could not be shown." error={error} onRetry={reloadPage} />}
    >
      {children}
    </ErrorBoundary>
  );
}

const ELEMENTS = new Map<string, ReactElement>(
  SCREENS.map(({ path, load }) => [path, createElement(lazyComponent(load))]),
);

export function ScreenRoutes({ screens }: { screens: Screen[] }) {
  const forAdmins = SCREENS.filter((screen) => !screens.includes(screen)).map(({ label }) => label);
  const notFound = (
    <PanelEmpty text="No screen exists at this address.">
      {forAdmins.length > 0 && <p className="quiet">Only admins can open {forAdmins.join(' and ')}.</p>}
      <Link to="/">Go to the dashboard</Link>
    </PanelEmpty>
  );
  return (
    <Routes>
      {screens.map(({ path }) => {
        const loading = <SkeletonLines lines={3} height={120} />;
        const screen = (
          <ScreenBoundary key={path}>
            <Suspense fallback={loading}>{ELEMENTS.get(path)}</Suspense>
          </ScreenBoundary>
        );
        return <Route key={path} path={path} element={screen} />;
      })}
      <Route path="*" element={notFound} />
    </Routes>
  );
}
