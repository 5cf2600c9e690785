import type { InstitutionProfile } from '@clearwatch/contracts/institution.dto';
import { Fact, Facts } from '../../../figures/facts.tsx';
import { OWN_ZONE, ZONE_WORDS } from './zone-words.ts';

const NOT_STATED = <span className="quiet">Not stated</span>;

/** The profile for those who do not change it. */
export function InstitutionFacts({ profile }: { profile: InstitutionProfile }) {
  const { name, routingNumber, charterNumber, addressLines, timeZone, displayTimeZone } = profile;
  const { contactName, contactPhone, contactEmail } = profile;
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
      <Fact term="Institution contact" value={contactName ?? NOT_STATED} />
      <Fact term="Contact telephone" value={contactPhone ?? NOT_STATED} />
      <Fact term="Contact e-mail" value={contactEmail ?? NOT_STATED} />
      <Fact term="Time zone" value={displayTimeZone === null ? OWN_ZONE : ZONE_WORDS[displayTimeZone]} />
      <Fact term="Days begin and end in" value={timeZone} />
    </Facts>
  );
}
