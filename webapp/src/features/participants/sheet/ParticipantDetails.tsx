import Stack from '@mui/material/Stack';
import type { Participant } from '../rows';
import { FolderSection } from './FolderSection';
import { AccountSection, BillingSection, ContactSection, SiteSection } from './ParticipantSections';
import { SiteActions } from './SiteActions';

interface ParticipantDetailsProps {
  site: Participant;
  etag: string | undefined;
  onEdit: () => void;
}

/** All that is known of a site, and what can be done next. */
export function ParticipantDetails({ site, etag, onEdit }: ParticipantDetailsProps) {
  return (
    <>
      <FolderSection site={site} />
      <Stack
        direction="row"
        className="no-print"
        sx={{ flexWrap: 'wrap', gap: 1, my: 2, '&:empty': { display: 'none' } }}
      >
        <SiteActions site={site} etag={etag} edit={onEdit} />
      </Stack>
      <SiteSection site={site} />
      <ContactSection site={site} />
      <AccountSection site={site} />
      <BillingSection site={site} />
    </>
  );
}
