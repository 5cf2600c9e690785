import './import.css';
import { ImportTabs, TRANSACTIONS_JSON_EXAMPLE } from '../../components/import-tabs.tsx';
import { Panel } from '../../components/panel.tsx';
import { SampleDataPanel } from '../../components/sample-data-offer.tsx';
import { useRestoreFocus } from '../../lib/keyboard-focus.ts';
import { MappingDialog } from './csv-mapping-dialog.tsx';
import { ReceiptDrawer } from './import-receipt-drawer.tsx';
import { AiReportGenerator } from './import-report-generator.tsx';
import { RecentImports } from './recent-imports.tsx';
import { UploadCard } from './upload-card.tsx';
import { useOpenedImport } from './use-opened-import.ts';

const LIST_EXAMPLE = `[
  {
    "memberId": "M-1001",
    "memberName": "Dana Sample",
    "accountId": "4000123456",
    "transactionType": "deposit",
    "amount": "1250.00",
    "transactionDate": "2026-03-02T09:15:00Z",
    "description": "PAYROLL",
    "routingNumber": "999999992",
    "achCode": "PPD"
  }
]`;

function FormatCard() {
  return (
    <Panel title="File formats" className="import-format">
      <p>
        The format is detected from the content of the file, not its name. Invalid rows are listed; all other rows are
        stored.
      </p>
      <div className="format-shapes">
        <div>
          <h3>NACHA</h3>
          <p className="quiet">
            Records of 94 characters with or without line breaks, every SEC code, addenda, returns, notifications of
            change and prenotes. The receipt compares the file with its own control records.
          </p>
        </div>
        <div>
          <h3>CSV</h3>
          <p className="quiet">
            Columns separated by commas, semicolons, tabs or vertical bars, with or without a header. You choose once
            what the columns mean; later files with the same header use your choice.
          </p>
        </div>
      </div>
      <div className="format-shapes">
        <div>
          <h3>JSON: a list of transactions</h3>
          <p className="quiet">
            The types deposit and credit become credits; withdrawal, debit and payment become debits. Amounts are
            decimal text.
          </p>
          <pre>{LIST_EXAMPLE}</pre>
        </div>
        <div>
          <h3>JSON: an object with a transactions list</h3>
          <p className="quiet">
            Required: company, last_name, first_name, account_number, original_account, transaction_code, amount,
            transaction_type (Credit or Debit). Recommended: posting_date.
          </p>
          <pre>{TRANSACTIONS_JSON_EXAMPLE}</pre>
        </div>
      </div>
    </Panel>
  );
}

export default function ImportScreen() {
  const { importId, part, mappingOf, open, close } = useOpenedImport();
  useRestoreFocus(importId !== null);
  useRestoreFocus(mappingOf !== null);
  return (
    <div className="import-screen">
      <ImportTabs />
      <UploadCard />
      <SampleDataPanel />
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
