import DeleteForeverOutlined from '@mui/icons-material/DeleteForeverOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import LogoutOutlined from '@mui/icons-material/LogoutOutlined';
import SwapHorizOutlined from '@mui/icons-material/SwapHorizOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { thingPath } from '../../../api/addresses';
import { useOperation } from '../../../api/operations';
import { useStartViewing } from '../../../api/viewing';
import { Can } from '../../../design/Can';
import { isRemovable, type Participant } from '../rows';

// Forms and their rules come when one of them is opened.
const AnswerDialog = lazy(async () => ({ default: (await import('./AnswerDialog')).AnswerDialog }));
const DeleteSitesDialog = lazy(async () => ({ default: (await import('./DeleteSitesDialog')).DeleteSitesDialog }));
const ExitDialog = lazy(async () => ({ default: (await import('./ExitDialog')).ExitDialog }));
const SuccessionDialog = lazy(async () => ({ default: (await import('./SuccessionDialog')).SuccessionDialog }));

interface SiteActionsProps {
  site: Participant;
  etag: string | undefined;
  /** What opens the form: an act, or an address below the operation. */
  edit: (() => void) | string;
}

/** What can be done with a site: the operator's answer, a change, its last day. */
export function SiteActions({ site, etag, edit }: SiteActionsProps) {
  const t = useT();
  const { id } = useOperation();
  const [dialog, setDialog] = useState<'answer' | 'exit' | 'succession' | 'delete'>();
  const { openRequest: request, mayLeave: leaves } = site;
  const close = () => setDialog(undefined);
  const navigate = useNavigate();
  const succeeds = leaves || site.activationRange.exit !== undefined;
  const opens = typeof edit === 'string' ? { component: Link, to: `/pmo/operations/${id}/${edit}` } : { onClick: edit };
  const view = useStartViewing();
  return (
    <Can permission="participant:update">
      <Can permission="viewing:create">
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<VisibilityOutlined />}
          disabled={view.isPending}
          onClick={() => view.mutate(site.id)}
        >
          {t('shell.viewing.start')}
        </Button>
      </Can>
      {request && (
        <Button variant="contained" startIcon={<FactCheckOutlined />} onClick={() => setDialog('answer')}>
          {t('participants.sheet.answer')}
        </Button>
      )}
      <Button variant="outlined" color="inherit" startIcon={<EditOutlined />} {...opens}>
        {t('participants.sheet.edit')}
      </Button>
      {leaves && (
        <Button variant="outlined" color="inherit" startIcon={<LogoutOutlined />} onClick={() => setDialog('exit')}>
          {t(site.activationRange.exit ? 'participants.sheet.changeExit' : 'participants.sheet.exit')}
        </Button>
      )}
      {succeeds && (
        <Can permission="participant:create">
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<SwapHorizOutlined />}
            onClick={() => setDialog('succession')}
          >
            {t('participants.sheet.succeed')}
          </Button>
        </Can>
      )}
      {isRemovable(site) && (
        <Can permission="participant:delete">
          <Button
            variant="outlined"
            color="error"
            startIcon={<DeleteForeverOutlined />}
            onClick={() => setDialog('delete')}
          >
            {t('participants.delete.action')}
          </Button>
        </Can>
      )}
      <Suspense fallback={null}>
        {dialog === 'delete' && (
          <DeleteSitesDialog
            sites={[site]}
            operationId={id}
            onClose={close}
            onDeleted={(gone) => gone.length > 0 && navigate(`/pmo/operations/${id}/edit/participants`)}
          />
        )}
        {dialog === 'succession' && (
          <SuccessionDialog
            {...{ site, etag }}
            onClose={close}
            onDone={(successor) => navigate(thingPath(id, 'site', successor))}
          />
        )}
        {dialog === 'answer' && request && <AnswerDialog {...{ site, etag, request }} onClose={close} />}
        {dialog === 'exit' && leaves && <ExitDialog {...{ site, etag }} onClose={close} />}
      </Suspense>
    </Can>
  );
}
