import { useFormats, useT, useTranslator } from '@openpmo/ui/i18n/context';
import { problemText } from '@openpmo/ui/i18n/translator';
import { Edit, SaveButton, SimpleForm, Toolbar, useGetMany, useRecordContext, useTranslate } from 'react-admin';
import { Facts } from '../../parts/Facts';
import { PageTitle } from '../../parts/PageTitle';
import { RecordLink } from '../../parts/RecordLink';
import { useEnumWord } from '../../parts/words';
import { ActivationButton } from './ActivationButton';
import { ActiveChip } from './ActiveChip';
import { BlockButton } from './BlockButton';
import type { User } from './personName';
import { SecondFactorButton } from './SecondFactorButton';
import { PersonFields, UserEmail, UserOperations } from './UserFields';

export function UserEdit() {
  return (
    <Edit title={<Heading />} mutationMode="pessimistic" redirect={false}>
      <SimpleForm
        warnWhenUnsavedChanges
        sx={{ maxWidth: 640 }}
        toolbar={
          <Toolbar sx={{ gap: 2, justifyContent: 'space-between', flexWrap: 'wrap' }}>
            <SaveButton />
            <ActivationButton />
            <SecondFactorButton />
            <BlockButton />
          </Toolbar>
        }
      >
        <UserFacts />
        <UserEmail />
        <PersonFields />
        <UserOperations />
      </SimpleForm>
    </Edit>
  );
}

function Heading() {
  const user = useRecordContext<User>();
  return user ? <PageTitle title={user.email} /> : null;
}

function UserFacts() {
  const t = useT();
  const formats = useFormats();
  const word = useEnumWord();
  const translator = useTranslator();
  const translate = useTranslate();
  const user = useRecordContext<User>();
  if (!user) return null;
  const label = (field: keyof User) => translate(`resources.users.fields.${field}`);
  return (
    <Facts
      facts={[
        { label: label('role'), value: word('Role', user.role) },
        { label: label('active'), value: <ActiveChip active={user.active} /> },
        { label: label('initialized'), value: t(user.initialized ? 'admin.yes' : 'admin.no') },
        {
          label: label('activationError'),
          value:
            user.activationError && !user.initialized ? problemText(translator, { key: user.activationError }) : '',
        },
        { label: label('createdAt'), value: formats.instant(user.createdAt) },
        {
          label: label('lastLoginAt'),
          value: user.lastLoginAt ? formats.instant(user.lastLoginAt) : t('admin.user.neverSeen'),
        },
        {
          label: label('participantIds'),
          value: user.participantIds?.length ? <Sites ids={user.participantIds} /> : '',
        },
      ]}
    />
  );
}

/** The sites of a participant. */
function Sites({ ids }: { ids: string[] }) {
  const { data } = useGetMany<{ id: string; name: string }>('participants', { ids });
  return (
    <>
      {data?.filter(Boolean).map((site, index) => (
        <span key={site.id}>
          {index > 0 && ', '}
          <RecordLink resource="participants" id={site.id} type="show">
            {site.name}
          </RecordLink>
        </span>
      ))}
    </>
  );
}
