import { useFocusAround } from '../../dialogs/use-focus-around.ts';
import { ImportTabs } from '../../import-tabs/import-tabs.tsx';
import { SamplePanel } from '../../sample-offer/sample-panel.tsx';
import { AiReportGenerator } from './ai-reports/ai-report-generator.tsx';
import { RecentImports } from './history/recent-imports.tsx';
import { MappingDialog } from './mapping/mapping-dialog.tsx';
import { ReceiptDrawer } from './receipt/receipt-drawer.tsx';
import { FormatCard } from './upload/format-card.tsx';
import { UploadCard } from './upload/upload-card.tsx';
import { useOpenedImport } from './use-opened-import.ts';
import './import.css';

export default function ImportScreen() {
  const { importId, part, mappingOf, open, close } = useOpenedImport();
  useFocusAround(importId !== null);
  useFocusAround(mappingOf !== null);
  return (
    <div className="import-screen">
      <ImportTabs />
      <UploadCard />
      <SamplePanel />
      <RecentImports />
      <AiReportGenerator />
      <FormatCard />
      <ReceiptDrawer
        importId={importId}
        part={part}
        onPart={(next) => importId !== null && open(importId, next)}
        onClose={close}
      />
      {mappingOf !== null && <MappingDialog importId={mappingOf} onClose={close} />}
    </div>
  );
}
