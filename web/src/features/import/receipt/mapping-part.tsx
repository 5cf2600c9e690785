import { CSV_FIELDS } from '@clearwatch/contracts/csv-mapping';
import type { CsvMappingProposal } from '@clearwatch/contracts/csv-mapping.dto';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { forgetCsvMapping } from '../../../api/change-imports.ts';
import { describeError } from '../../../api/describe-error.ts';
import { getCsvMapping } from '../../../api/get-csv-mapping.ts';
import { QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { useToasts } from '../../../toasts/toasts.tsx';
import { fieldOf } from '../mapping/change-mapping.ts';
import { givenBy } from '../mapping/given-by.ts';

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
      {(data) => (
        <div className="receipt">
          <div className="receipt-note">
            <p>
              The columns were {givenBy(data)}.{' '}
              {forgetting.isSuccess ? 'The next file with this header asks again.' : whatFollows(data)}
            </p>
            {data.mapping.hasHeader && (
              <Button
                disabled={forgetting.isPending || forgetting.isSuccess}
                onClick={() => forgetting.mutate()}
              >
                Ask again next time
              </Button>
            )}
          </div>
          <dl className="receipt-facts">
            {data.columns.map(({ column, name }) => {
              const field = fieldOf(data.mapping, column);
              return (
                <div key={column}>
                  <dt>{name}</dt>
                  <dd>{field === null ? <span className="quiet">Left out</span> : CSV_FIELDS[field]}</dd>
                </div>
              );
            })}
          </dl>
        </div>
      )}
    </QueryStates>
  );
}

function whatFollows({ mapping }: CsvMappingProposal): string {
  return mapping.hasHeader
    ? 'Files with the same header are imported in the same way, until somebody changes it.'
    : 'The file has no names of columns: nothing is remembered.';
}
