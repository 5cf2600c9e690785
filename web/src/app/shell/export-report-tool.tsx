import { lazy, Suspense } from 'react';

const ExportReportButton = lazy(() => import('../../features/reports/export/export-report-button.tsx'));

/** On the screen of transaction reports alone (spec section 2); its code is fetched with that screen. */
export function ExportReportTool({ pathname }: { pathname: string }) {
  if (pathname !== '/reports') return null;
  return (
    <Suspense fallback={null}>
      <ExportReportButton />
    </Suspense>
  );
}
