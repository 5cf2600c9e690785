import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { forgetCsvMapping } from '../../../api/change-imports.ts';
import { describeError } from '../../../api/describe-error.ts';
import { getCsvMapping } from '../../../api/get-csv-mapping.ts';
import { formatDateTime } from '../../../formats/dates.ts';
import { QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { useToasts } from '../../../toasts/toasts.tsx';
import { fieldOf } from '../mapping/change-mapping.ts';
import { FIELD_LABELS } from '../mapping/field-labels.ts';

/** What the columns of a CSV file were taken for, and by whom. */
export function MappingPart({ importId }: { importId: number }) {
  const toasts = useToasts();
  const proposal = useQuery(getCsvMapping(importId));
  const forgetting = useMutation({
    mutationFn: () => forgetCsvMapping(importId),
    onSuccess: () =>
      toasts.success({
        title: 'Mapping Forgotten',
        description: 'The next file with this header asks what its columns mean',
      }),
    onError: (error) =>
      toasts.failure({ title: 'Error', description: describeError(error, 'Failed to forget the mapping') }),
  });
  return (
    <QueryStates
      query={proposal}
      skeleton={<SkeletonLines lines={8} height={28} />}
      failed="The columns could not be loaded."
    >
      {({ mapping, columns, rememberedBy, rememberedAt }) => (
        <div className="receipt">
          <div className="receipt-note">
            <p>
              {rememberedBy !== null && `Given by ${rememberedBy}`}
              {rememberedAt !== null && `, ${formatDateTime(rememberedAt)}`}. Files with the same header are
              imported in the same way, without a question.
            </p>
            <Button disabled={forgetting.isPending} onClick={() => forgetting.mutate()}>
              Ask again next time
            </Button>
          </div>
          <dl className="receipt-facts">
            {columns.map(({ column, name }) => {
              const field = fieldOf(mapping, column);
              return (
                <div key={column}>
                  <dt>{name}</dt>
                  <dd>{field === null ? <span className="quiet">Left out</span> : FIELD_LABELS[field]}</dd>
                </div>
              );
            })}
          </dl>
        </div>
      )}
    </QueryStates>
  );
}
