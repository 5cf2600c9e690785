import type { InstitutionProfile } from '@clearwatch/contracts/http/institution';
import { Fact, Facts } from '../../../figures/facts.tsx';

const NOT_STATED = <span className="quiet">Not stated</span>;

/** The profile for those who do not change it. */
export function InstitutionFacts({ profile }: { profile: InstitutionProfile }) {
  const { name, routingNumber, charterNumber, addressLines, contactPhone, contactEmail, timeZone } = profile;
  return (
    <Facts>
      <Fact term="Name" value={name === '' ? NOT_STATED : name} />
      <Fact term="ABA routing number" value={routingNumber ?? NOT_STATED} />
      <Fact term="NCUA charter number" value={charterNumber ?? NOT_STATED} />
      <Fact
        term="Address"
        value={
          addressLines.length === 0 ? (
            NOT_STATED
          ) : (
            <span className="address-lines">{addressLines.join('\n')}</span>
          )
        }
      />
      <Fact term="Compliance telephone" value={contactPhone ?? NOT_STATED} />
      <Fact term="Compliance e-mail" value={contactEmail ?? NOT_STATED} />
      <Fact term="Time zone" value={timeZone} />
    </Facts>
  );
}
