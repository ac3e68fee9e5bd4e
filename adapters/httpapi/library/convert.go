package library

import (
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/library"
)

// linkPath is where links lead to.
const linkPath = "/api/document-links/"

func toAPIDocument(v core.View) model.Document {
	out := model.Document{Id: string(v.ID), Kind: model.DocumentKind(v.Kind), Name: v.Name, FolderId: wire.OptionalText(string(v.ParentID)),
		Path: make([]model.FolderStep, len(v.Path)), ChangedAt: wire.InParis(v.ChangedAt), Author: wire.OptionalText(v.Author), TrashedAt: wire.OptionalInParis(v.TrashedAt)}
	for n, f := range v.Path {
		out.Path[n] = model.FolderStep{Id: string(f.ID), Name: f.Name}
	}
	if v.Kind == core.Paper {
		out.Size, out.ContentType, out.Version = &v.Content.Size, wire.OptionalText(v.Content.ContentType), &v.Number
	}
	if v.Everyone || v.Sites > 0 || v.Links > 0 {
		out.Shared = &model.DocumentShared{Everyone: v.Everyone, ParticipantsNumber: v.Sites, LinksNumber: v.Links}
	}
	return out
}

func toAPIDetail(d core.Detail) model.DocumentDetail {
	out := model.DocumentDetail{Document: toAPIDocument(d.View), Versions: make([]model.DocumentVersion, len(d.Versions))}
	for n, v := range d.Versions {
		out.Versions[n] = model.DocumentVersion{Version: v.Number, Size: v.Content.Size, ContentType: v.Content.ContentType, Sha256: wire.OptionalText(v.Content.SHA256),
			AddedAt: wire.InParis(v.AddedAt), Author: wire.OptionalText(v.Author)}
	}
	return out
}

func toAPIShares(shares []core.Share) []model.DocumentShare {
	out := make([]model.DocumentShare, len(shares))
	for n, s := range shares {
		out[n] = model.DocumentShare{Id: string(s.ID), DocumentId: string(s.EntryID), ParticipantId: wire.OptionalText(string(s.SiteID)),
			ParticipantName: wire.OptionalText(s.SiteName), SharedAt: wire.InParis(s.SharedAt)}
	}
	return out
}

func toAPILink(l core.Link) model.DocumentLink {
	return model.DocumentLink{Id: string(l.ID), Url: linkPath + l.Token, CreatedAt: wire.InParis(l.CreatedAt), ExpiresAt: wire.InParis(l.ExpiresAt),
		RevokedAt: wire.OptionalInParis(l.RevokedAt), OpenedNumber: l.Opened, LastOpenedAt: wire.OptionalInParis(l.LastOpenedAt)}
}

func toAPISharing(s core.Sharing) model.DocumentSharing {
	out := model.DocumentSharing{Shares: toAPIShares(s.Shares), Inherited: toAPIShares(s.Inherited), Links: make([]model.DocumentLink, len(s.Links))}
	for n, l := range s.Links {
		out.Links[n] = toAPILink(l)
	}
	return out
}
