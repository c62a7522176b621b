FROM golang:1.26.10 AS build
ARG VERSION=dev
ARG COMMIT=unknown
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY cmd cmd
COPY internal internal
RUN CGO_ENABLED=0 go build -trimpath -tags nethttpomithttp2 -o /quartermaster \
    -ldflags "-s -w -X quartermaster/internal/cli.version=${VERSION} -X quartermaster/internal/cli.commit=${COMMIT}" \
    ./cmd/quartermaster
# Large uploads pass through /tmp, which an empty image does not have.
RUN mkdir /data && mkdir -p /empty/tmp && chmod 1777 /empty/tmp

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /empty /
COPY --from=build --chown=65532:65532 /data /data
COPY --from=build /quartermaster /
COPY LICENSE /
USER 65532:65532
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["/quartermaster"]
CMD ["serve", "--addr", "0.0.0.0:8080", "--data", "/data"]
