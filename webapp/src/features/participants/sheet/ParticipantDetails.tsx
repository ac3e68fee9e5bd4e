import EditOutlined from '@mui/icons-material/EditOutlined';
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import LogoutOutlined from '@mui/icons-material/LogoutOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { Can } from '../../../design/Can';
import type { Participant } from '../rows';
import { AnswerDialog } from './AnswerDialog';
import { ExitDialog } from './ExitDialog';
import { FolderSection } from './FolderSection';
import { AccountSection, BillingSection, ContactSection, SiteSection } from './ParticipantSections';

interface ParticipantDetailsProps {
  site: Participant;
  etag: string | undefined;
  onEdit: () => void;
}

/** All that is known of a site, and what can be done next. */
export function ParticipantDetails({ site, etag, onEdit }: ParticipantDetailsProps) {
  const t = useT();
  const [dialog, setDialog] = useState<'answer' | 'exit'>();
  const { openRequest: request, mayLeave: leaves } = site;
  const close = () => setDialog(undefined);
  return (
    <>
      <Box sx={{ overflowY: 'auto', px: { xs: 2, sm: 3 }, py: 2, flex: 1 }}>
        <FolderSection site={site} />
        <Can permission="participant:update">
          <Stack direction="row" className="no-print" sx={{ flexWrap: 'wrap', gap: 1, my: 2 }}>
            {request && (
              <Button variant="contained" startIcon={<FactCheckOutlined />} onClick={() => setDialog('answer')}>
                {t('participants.sheet.answer')}
              </Button>
            )}
            <Button variant="outlined" color="inherit" startIcon={<EditOutlined />} onClick={onEdit}>
              {t('participants.sheet.edit')}
            </Button>
            {leaves && (
              <Button
                variant="outlined"
                color="inherit"
                startIcon={<LogoutOutlined />}
                onClick={() => setDialog('exit')}
              >
                {t(site.activationRange.exit ? 'participants.sheet.changeExit' : 'participants.sheet.exit')}
              </Button>
            )}
          </Stack>
        </Can>
        <SiteSection site={site} />
        <ContactSection site={site} />
        <AccountSection site={site} />
        <BillingSection site={site} />
      </Box>
      {dialog === 'answer' && request && <AnswerDialog {...{ site, etag, request }} onClose={close} />}
      {dialog === 'exit' && leaves && <ExitDialog {...{ site, etag }} onClose={close} />}
    </>
  );
}
