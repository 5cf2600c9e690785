import { Suspense } from 'react';
import { lazyPart } from '../../failures/missing-code.ts';

const ExportReportButton = lazyPart(() => import('../../features/reports/export/export-report-button.tsx'));

/** On the screen of transaction reports alone (spec section 2); its code is fetched with that screen. */
export function ExportReportTool({ pathname }: { pathname: string }) {
  if (pathname !== '/reports') return null;
  return (
    <Suspense fallback={null}>
      <ExportReportButton />
    </Suspense>
  );
}
