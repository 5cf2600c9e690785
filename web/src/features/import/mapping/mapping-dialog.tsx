import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { getCsvMapping } from '../../../api/get-csv-mapping.ts';
import { QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { MappingForm } from './mapping-form.tsx';
import './mapping.css';

interface MappingDialogProps {
  importId: number;
  onClose: () => void;
}

/** Asks what the columns of a CSV file mean, before anything of it is stored. */
export function MappingDialog({ importId, onClose }: MappingDialogProps) {
  const proposal = useQuery(getCsvMapping(importId));
  return (
    <Modal
      open
      title={proposal.data === undefined ? 'Columns' : `Columns of ${proposal.data.fileName}`}
      width={1240}
      style={{ top: 24 }}
      mask={{ closable: false }}
      className="mapping-dialog"
      onCancel={onClose}
      footer={null}
    >
      <QueryStates
        query={proposal}
        skeleton={<SkeletonLines lines={12} height={28} />}
        failed="The columns of the file could not be read."
        missing="This import asks for no columns: it is imported, discarded or no CSV file."
      >
        {(data) => <MappingForm proposal={data} onClose={onClose} />}
      </QueryStates>
    </Modal>
  );
}
