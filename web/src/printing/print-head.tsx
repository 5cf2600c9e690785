import { ProductMark } from '../app/product-mark.tsx';
import { formatDateTime } from '../formats/dates.ts';
import { InstitutionName } from '../institution-name/institution-name.tsx';
import './print.css';
import { usePrintedAt } from './use-is-printing.ts';

/** On paper alone: whose paper this is, and who printed it when. */
export function PrintHead({ username }: { username: string }) {
  const printedAt = usePrintedAt();
  if (printedAt === null) return null;
  return (
    <header className="print-head">
      <ProductMark size={28} />
      <span className="print-head-product">
        <strong>Clearwatch</strong>
        <InstitutionName className="print-head-institution" />
      </span>
      <span className="print-head-who">
        Printed by {username}
        <br />
        {formatDateTime(printedAt.toISOString())}
      </span>
    </header>
  );
}
