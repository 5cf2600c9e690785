import { useQuery } from '@tanstack/react-query';
import { getInstitution } from '../api/institution.ts';

/** Whose ledger this is, at the foot of the sidebar and above printed pages; nothing while nobody has said so. */
export function InstitutionName({ className }: { className: string }) {
  const { data } = useQuery(getInstitution());
  if (data === undefined || data.name === '') return null;
  return (
    <p className={className} title={data.name}>
      {data.name}
    </p>
  );
}
