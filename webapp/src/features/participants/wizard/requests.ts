import type { Schemas } from '@openpmo/sdk';
import {
  creationOf as creationOfParty,
  linkedIds,
  type Party,
  type Side,
  updateOf as updateOfParty,
} from '../../parties/parties';
import type { PartyForm } from '../../parties/schema';
import { creationOf, updateOf } from '../form/requests';
import type { ParticipantForm } from '../form/schema';
import type { Participant } from '../rows';

type Action = Schemas['EntityAction'];

/** What becomes of the client or the issuer of a site; without an action it stays as it is. */
export interface Choice {
  action: Action | undefined;
  /** The one that is attached or modified. */
  id: string | undefined;
}

export interface PlanChoice {
  planId: string | undefined;
  startDate: string | undefined;
  /** The other side; of a consumer nobody = the PMO of the operation. */
  withIds: string[];
}

export interface Filled {
  site: ParticipantForm;
  client: { choice: Choice; form: PartyForm; stored: Party | undefined } | undefined;
  issuer: { choice: Choice; form: PartyForm; stored: Party | undefined } | undefined;
  plan: PlanChoice | undefined;
}

const idKeys = { client: 'billableEntityId', issuer: 'billingEntityId' } as const;

function partyOf(side: Side, part: Filled['client']) {
  if (!part?.choice.action) return undefined;
  const { choice, form, stored } = part;
  if (choice.action === 'CREATE') {
    return { action: choice.action, creation: creationOfParty(side, { ...form, siteIds: [] }) };
  }
  const key = idKeys[side];
  if (choice.action === 'ATTACH' || !stored) return { action: 'ATTACH', ...(choice.id ? { [key]: choice.id } : {}) };
  return {
    action: choice.action,
    [key]: stored.id,
    change: updateOfParty(side, { ...form, siteIds: [...linkedIds(stored)] }, stored),
  };
}

/** What belongs to a site, beside it: the parts that say something. */
function partsOf({ client, issuer, plan }: Filled) {
  const parts = { client: partyOf('client', client), issuer: partyOf('issuer', issuer) };
  return {
    // The model leaves the other side's fields out; the server checks every body by its schema.
    ...(parts.client ? { client: parts.client as Schemas['EnrolmentClient'] } : {}),
    ...(parts.issuer ? { issuer: parts.issuer as Schemas['EnrolmentIssuer'] } : {}),
    ...(plan?.planId && plan.startDate
      ? {
          plan: {
            planId: plan.planId,
            startDate: plan.startDate,
            ...(plan.withIds.length > 0 ? { withIds: plan.withIds } : {}),
          },
        }
      : {}),
  };
}

/** What a filled wizard asks the server to add. */
export const enrolmentOf = (filled: Filled): Schemas['EnrolmentCreation'] => ({
  site: creationOf(filled.site),
  ...partsOf(filled),
});

/** What differs between a stored site and the wizard, and what becomes of its client, issuer and plan. */
export function enrolmentUpdateOf(stored: Participant, filled: Filled): Schemas['EnrolmentUpdate'] {
  const site = updateOf(stored, filled.site);
  return { ...(Object.keys(site).length > 0 ? { site } : {}), ...partsOf(filled) };
}
